#include "report/slice_page.h"

#include <nlohmann/json.hpp>

namespace heddle {
namespace {

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>what depends on what</title>
<style>
body { font: 14px/1.5 ui-monospace, monospace; margin: 1.5em; }
h1, p { font-family: system-ui, sans-serif; }
h1 { font-size: 1.3em; } h2 { font-size: 1em; margin: 1.5em 0 .3em; }
.line { white-space: pre; padding: 0 .5em; border-left: 4px solid transparent; }
.line .number { color: #767676; display: inline-block; width: 4.5em; user-select: none; }
.site { cursor: pointer; } .site:hover, .site:focus { background: #f0f0f0; outline: none; }
.slice { background: #fff3c4; border-left-color: #c98a00; }
.after { background: #dcebff; border-left-color: #2266bb; }
.slice.after { background: #e9ddf7; }
.chosen { font-weight: bold; }
.only .line:not(.slice):not(.after):not(.chosen) { display: none; }
</style></head><body>
<h1>What depends on what</h1>
<p id="sizes"></p>
<p>Choose a line that can be chosen: <span class="slice">lines that can matter to it</span>,
<span class="after">lines that it can matter to</span>. <label><input type="checkbox" id="only"> only these</label></p>
<div id="sources"></div>
<script type="application/json" id="data">)";

constexpr const char* kTail = R"(</script>
<script>
const data = JSON.parse(document.getElementById("data").textContent);
document.getElementById("sizes").textContent = data.sizes;
const sources = document.getElementById("sources"), depends = new Map(data.depends), lines = new Map();
data.files.forEach((file, f) => {
  sources.appendChild(document.createElement("h2")).textContent = file.name;
  file.lines.forEach((text, i) => {
    const id = f + ":" + (i + 1), line = sources.appendChild(document.createElement("div"));
    line.className = "line";
    line.id = "line-" + id;
    line.appendChild(Object.assign(document.createElement("span"), {className: "number", textContent: i + 1}));
    line.appendChild(document.createTextNode(text));
    lines.set(id, line);
    if (!depends.has(id)) return;
    line.classList.add("site");
    line.tabIndex = 0;
    line.onclick = () => choose(id);
    line.onkeydown = e => { if (e.key === "Enter") choose(id); };
  });
});
function choose(id) {
  for (const line of lines.values()) line.classList.remove("slice", "after", "chosen");
  for (const on of depends.get(id) || []) lines.get(on)?.classList.add("slice");
  for (const [other, on] of depends) if (other !== id && on.includes(id)) lines.get(other)?.classList.add("after");
  lines.get(id)?.classList.add("chosen");
}
document.getElementById("only").onchange = e => sources.classList.toggle("only", e.target.checked);
if (data.chosen) {
  choose(data.chosen);
  lines.get(data.chosen)?.scrollIntoView({block: "center"});
}
</script></body></html>
)";

std::string id_of(const SlicePage::Line& line) {
  return std::to_string(line.first) + ":" + std::to_string(line.second);
}

}  // namespace

std::string slice_page(const SlicePage& page) {
  nlohmann::json data;
  data["sizes"] = page.sizes;
  data["chosen"] = page.chosen.second == 0 ? "" : id_of(page.chosen);
  data["files"] = nlohmann::json::array();
  for (const SlicePage::File& file : page.files) data["files"].push_back({{"name", file.name}, {"lines", file.lines}});
  data["depends"] = nlohmann::json::array();
  for (const auto& [line, on] : page.depends) {
    std::vector<std::string> ids;
    for (const SlicePage::Line& l : on) ids.push_back(id_of(l));
    data["depends"].push_back({id_of(line), ids});
  }
  std::string text = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  for (size_t at = 0; (at = text.find('<', at)) != std::string::npos; at += 6) text.replace(at, 1, "\\u003c");
  return kHead + text + kTail;
}

}  // namespace heddle
