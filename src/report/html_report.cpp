#include "report/html_report.h"

#include "report/html_template.h"

namespace heddle {
namespace {

using nlohmann::ordered_json;

constexpr size_t kMostSamples = 1000;
// Beyond so many bytes of findings the steps of further ones are left out: a browser must still open the page.
constexpr size_t kMostFindings = 96 << 20;

}  // namespace

void HtmlReport::progress(const CheckProgress& p) {
  if (progress_seen_++ % sample_every_ != 0) return;
  samples_.push_back({p.seconds, p.executions, p.words});
  if (samples_.size() < kMostSamples) return;
  for (size_t i = 0; i < kMostSamples / 2; ++i) samples_[i] = std::move(samples_[2 * i]);
  samples_.resize(kMostSamples / 2);
  sample_every_ *= 2;
}

void HtmlReport::finding(const ReportedFinding& found) {
  const std::string id = "finding-" + std::to_string(heads_.size());
  heads_.push_back(finding_head(found, files_));
  if (findings_.size() < kMostFindings) {
    findings_ += data_element(id, finding_data(found, files_));
    return;
  }
  ReportedFinding brief = found;
  brief.explanation.rows.clear();
  brief.explanation.decisive.reset();
  brief.explanation.unordered.reset();
  brief.explanation.message +=
      " (its steps are left out: this page is full; " + found.replay + " --report DIR shows them)";
  findings_ += data_element(id, finding_data(brief, files_));
}

void HtmlReport::finished(const CheckSummary& s) {
  for (const CoveredLine& line : s.covered) files_.cover(line);
  ordered_json samples = ordered_json::array();
  for (const Sample& sample : samples_) samples.push_back({sample.seconds, sample.executions, sample.words});
  ordered_json asked = ordered_json::array();
  for (const auto& [what, value] : s.asked) asked.push_back({what, value});
  const ordered_json check = {{"heddle", version_},
                              {"verdict", name(s.verdict)},
                              {"engine", s.engine},
                              {"memory_model", "sc"},
                              {"executions", s.executions},
                              {"blocked", s.blocked},
                              {"events", s.events},
                              {"discovery", s.discovery},
                              {"seconds", s.seconds},
                              {"complete", s.complete},
                              {"reason", s.reason},
                              {"settings", asked},
                              {"notes", notes_},
                              {"progress", samples},
                              {"files", files_.json()},
                              {"more_histories", s.more_histories},
                              {"libraries", s.libraries},
                              {"findings", heads_}};
  const std::string_view page = html_template();
  const size_t mark = page.find(kHtmlDataMark);
  out_ << page.substr(0, mark) << data_element("check", check) << findings_;
  if (mark != page.npos) out_ << page.substr(mark + kHtmlDataMark.size());
  out_.flush();
}

}  // namespace heddle
