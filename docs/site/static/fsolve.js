/* Buttons that copy blocks of code, options that the search finds by the names that users give, and the dark colours of the system. */
"use strict";

function copyText(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea"); /* pages of a file have no clipboard of their own */
  area.value = text;
  document.body.appendChild(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  return Promise.resolve();
}

function addCopyButtons() {
  for (const block of document.querySelectorAll("div.highlight")) {
    const button = document.createElement("button");
    button.className = "copy";
    button.type = "button";
    button.textContent = "copy";
    button.addEventListener("click", () => {
      copyText(block.querySelector("pre").innerText).then(() => {
        button.textContent = "copied";
        setTimeout(() => { button.textContent = "copy"; }, 1500);
      });
    });
    block.appendChild(button);
  }
}

/* On the page of the search: options whose names fit the words of the query. */
function showOptions() {
  const results = document.getElementById("search-results");
  const query = new URLSearchParams(window.location.search).get("q") || "";
  if (!results || typeof FSOLVE_OPTIONS === "undefined") return;
  const found = new Map();
  for (const word of query.toLowerCase().split(/\s+/).map((w) => w.replace(/^-/, ""))) {
    for (const [pattern, address, name, text] of FSOLVE_OPTIONS) {
      if (word && new RegExp("^(?:" + pattern + ")$").test(word)) found.set(address, [name, text]);
    }
  }
  if (!found.size) return;
  const box = document.createElement("div");
  box.className = "found-options";
  for (const [address, [name, text]] of found) {
    const line = document.createElement("p");
    const link = document.createElement("a");
    link.href = address;
    link.textContent = name;
    line.append(link, ": " + text);
    box.appendChild(line);
  }
  results.before(box);
}

/* Furo of Debian 12 makes only blocks of code dark if the system is dark and the reader has chosen
   neither colours. The page then takes the colours of the system by name. */
function followSystem() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    if ((localStorage.getItem("theme") || "auto") === "auto") document.body.dataset.theme = dark.matches ? "dark" : "light";
  };
  apply();
  dark.addEventListener("change", apply);
  for (const button of document.querySelectorAll(".theme-toggle")) button.addEventListener("click", () => setTimeout(apply));
}

document.addEventListener("DOMContentLoaded", () => { followSystem(); addCopyButtons(); showOptions(); });
