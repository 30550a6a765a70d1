// two_cases.cpp: runs two cases in turn in one process, each with its own options and results.
//
// usage: two_cases first.opts second.opts <time> <parts>
// SPDX-License-Identifier: BSD-2-Clause
#include <cstdio>
#include <cstdlib>
#include <fs/case.h>
#include <stdexcept>
#include <string>

// A case that throws its errors.
class Case {
public:
  Case(const std::string &file, const std::string &end)
  {
    check(FsCaseCreate(MPI_COMM_WORLD, &handle));
    check(FsCaseSetOptionsFile(handle, file.c_str()));
    check(FsCaseSetOption(handle, "-t_end", end.c_str()));
    check(FsCaseSetOption(handle, "-output", "none"));
    check(FsCaseSetOption(handle, "-quiet", nullptr));
    check(FsCaseSetUp(handle));
  }
  ~Case() { FsCaseDestroy(&handle); }
  Case(const Case &)            = delete;
  Case &operator=(const Case &) = delete;

  void stepTo(double t) { check(FsCaseStepTo(handle, t)); }
  void run() { check(FsCaseRun(handle)); }

  // The number of steps so far.
  long steps()
  {
    FsResult r;

    check(FsCaseGetResult(handle, "/history/time", &r));
    return static_cast<long>(r.dims[0]) - 1;
  }

private:
  FsCase handle = nullptr;

  void check(PetscErrorCode ierr)
  {
    if (ierr) throw std::runtime_error(FsCaseGetMessage(handle));
  }
};

int main(int argc, char *argv[])
{
  if (argc != 5) {
    std::fprintf(stderr, "usage: two_cases first.opts second.opts <time> <parts>\n");
    return 2;
  }
  int status = 0;
  try {
    const double end   = std::atof(argv[3]);
    const int    parts = std::atoi(argv[4]);
    Case         first(argv[1], argv[3]), second(argv[2], argv[3]);

    for (int k = 1; k <= parts; k++) {
      first.stepTo(k == parts ? end : end * k / parts);
      second.stepTo(k == parts ? end : end * k / parts);
    }
    first.run();
    second.run();
    std::printf("%ld and %ld steps\n", first.steps(), second.steps());
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    status = 1;
  }
  FsFinalize();
  return status;
}
