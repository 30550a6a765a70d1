# SPDX-License-Identifier: BSD-2-Clause
"""For pvbatch: open an XDMF file with each of ParaView's readers and print what they see.
usage: pvbatch xdmf_read.py file.xdmf"""
import sys

from paraview import servermanager, simple


def blocks(data):
    """The leaves of a composite dataset."""
    if data.IsA("vtkCompositeDataSet"):
        iterator = data.NewIterator()
        while not iterator.IsDoneWithTraversal():
            yield iterator.GetCurrentDataObject()
            iterator.GoToNextItem()
    else:
        yield data


for name in ("XDMFReader", "Xdmf3ReaderS", "Xdmf3ReaderT"):
    reader = getattr(simple, name)(FileName=[sys.argv[1]]) if name != "XDMFReader" else simple.XDMFReader(FileNames=[sys.argv[1]])
    reader.UpdatePipelineInformation()
    times = list(reader.TimestepValues) if hasattr(reader.TimestepValues, "__len__") else [reader.TimestepValues]
    for time in times:
        reader.UpdatePipeline(time)
        for block in blocks(servermanager.Fetch(reader)):
            if block is None or not block.GetNumberOfCells():
                continue
            array = block.GetPointData().GetArray("displacement")
            low, high = array.GetRange(2) if array else (float("nan"), float("nan"))
            print("seen", name, repr(float(time)), block.GetNumberOfPoints(), block.GetNumberOfCells(), repr(low), repr(high))
            array = block.GetPointData().GetArray("rotation")
            if array:
                print("rotation", name, repr(float(time)), *[repr(x) for c in range(array.GetNumberOfComponents()) for x in array.GetRange(c)])
            for number in range(block.GetCellData().GetNumberOfArrays()):
                array = block.GetCellData().GetArray(number)
                print("result", name, repr(float(time)), array.GetName(), *map(repr, array.GetRange(0)))
