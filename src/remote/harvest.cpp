#include "remote/harvest.h"

#include <cstring>
#include <utility>

#include "remote/replay.h"

namespace heddle {

void Harvest::take(const Channel& channel, bool alone, bool only_one) {
  if (channel.samples && only_one) worth_.assign(channel.progress, strnlen(channel.progress, sizeof channel.progress));
  if (fallback_.empty()) fallback_.assign(channel.fallback, strnlen(channel.fallback, sizeof channel.fallback));
  if (remark_.empty()) remark_.assign(channel.remark, strnlen(channel.remark, sizeof channel.remark));
  if (author_.empty()) author_.assign(channel.author, strnlen(channel.author, sizeof channel.author));
  if (!channel.result.complete || !alone) return;
  certificate_too_large_ = channel.certificate_length > Channel::kMaxCertificate;
  certificate_.assign(channel.certificate, certificate_too_large_ ? 0 : channel.certificate_length);
}

void Harvest::take_coverage(const Channel& channel) {
  channel.covered.add_to(covered_);
  if (modules_.empty()) modules_ = copy_modules(channel);
}

void Harvest::put_into(CheckResult& result, bool alone, bool beside_others) {
  if (!beside_others && !result.reason.empty() && !worth_.empty() && result.reason.find(worth_) == std::string::npos)
    result.reason += "; " + worth_;
  result.fallback = std::move(fallback_);
  result.author = std::move(author_);
  result.remark = std::move(remark_);
  if (result.complete && alone) {
    result.certificate = std::move(certificate_);
    result.certificate_too_large = certificate_too_large_;
  }
  result.covered = std::move(covered_);
  result.modules = std::move(modules_);
}

}  // namespace heddle
