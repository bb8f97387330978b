// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What a benchmark run measured, and the table and the CSV file made of it.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace benchmarks
{

inline const std::string library = "halogram";

enum class unit
{
  gigabytes_per_second,
  microseconds
};

//! One row of the table: ratios of the library's rate to a limit or to a peer's rate on the same input.
struct row
{
  std::string name;
  double must = 0; //!< the least ratio; 0 if none is asked for
  double aim = 0;
  std::string against; //!< a limit of the report, or who else was measured
  unit shown = unit::gigabytes_per_second;
};

//! One row of the CSV file.
struct measurement
{
  std::string row;
  std::string input;
  std::string who;
  double bytes = 0;
  double seconds = 0; //!< the median
  std::string check = "not checked";
};

inline std::string today()
{
  char text[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
  return text;
}

inline std::string printed(const char* format, double value)
{
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

class report
{
public:
  void about(const std::string& what, const std::string& value)
  {
    about_.emplace_back(what, value);
  }

  void limit(const std::string& name, double bytes_per_second)
  {
    limits_[name] = std::max(limits_[name], bytes_per_second);
  }

  void add(const row& added)
  {
    const auto same = [&](const row& other) { return other.name == added.name; };
    if (std::none_of(rows_.begin(), rows_.end(), same))
    {
      rows_.push_back(added);
    }
  }

  void add(const measurement& added)
  {
    if (std::find(who_.begin(), who_.end(), added.who) == who_.end())
    {
      who_.push_back(added.who);
    }
    measurements_.push_back(added);
  }

  bool all_right() const
  {
    return std::none_of(measurements_.begin(), measurements_.end(), [](const measurement& one) {
      return one.who == library && one.check == "WRONG";
    });
  }

  void print(std::ostream& out) const
  {
    for (const auto& [what, value] : about_)
    {
      out << "# " << what << ": " << value << "\n";
    }
    for (const auto& [name, rate] : limits_)
    {
      out << "# " << name << ": " << printed("%.0f GB/s", rate / 1e9) << "\n";
    }
    out << "# figures are the worst over a case's inputs; a ratio compares rates on the same "
           "input\n\n";
    out << "| case | worst input | " << library << " | ratio | to | must | aim | met | check |";
    for_each_peer([&](const std::string& who) { out << " " << who << " |"; });
    out << "\n|---|---|---|---|---|---|---|---|---|";
    for_each_peer([&](const std::string&) { out << "---|"; });
    out << "\n";
    for (const row& one : rows_)
    {
      print_row(out, one);
    }
  }

  //! @throw std::runtime_error if the file cannot be written
  void write_csv(const std::string& path) const
  {
    std::FILE* file = std::fopen(path.c_str(), "w");
    if (file == nullptr)
    {
      throw std::runtime_error("cannot write " + path);
    }
    for (const auto& [what, value] : about_)
    {
      std::fprintf(file, "# %s: %s\n", what.c_str(), value.c_str());
    }
    for (const auto& [name, rate] : limits_)
    {
      std::fprintf(file, "# %s: %.1f GB/s\n", name.c_str(), rate / 1e9);
    }
    std::fprintf(file, "case,input,who,bytes,seconds,gigabytes_per_second,check\n");
    for (const measurement& one : measurements_)
    {
      std::fprintf(file, "\"%s\",\"%s\",\"%s\",%.0f,%.9f,%.2f,%s\n", one.row.c_str(),
                   one.input.c_str(), one.who.c_str(), one.bytes, one.seconds,
                   one.bytes / one.seconds / 1e9, one.check.c_str());
    }
    std::fclose(file);
  }

private:
  template <class Function>
  void for_each_peer(Function function) const
  {
    for (const std::string& who : who_)
    {
      if (who != library)
      {
        function(who);
      }
    }
  }

  // The rate that `one` is compared with, or 0 where it was not measured.
  double other_rate(const measurement& one, const std::string& against) const
  {
    if (const auto found = limits_.find(against); found != limits_.end())
    {
      return found->second;
    }
    for (const measurement& other : measurements_)
    {
      if (other.row == one.row && other.input == one.input && other.who == against)
      {
        return other.bytes / other.seconds;
      }
    }
    return 0;
  }

  std::string shown(const measurement& one, unit in) const
  {
    return in == unit::microseconds ? printed("%.1f us", one.seconds * 1e6)
                                    : printed("%.4g", one.bytes / one.seconds / 1e9);
  }

  void print_row(std::ostream& out, const row& one) const
  {
    const measurement* worst = nullptr;
    double ratio = 0;
    bool wrong = false;
    bool checked = true;
    std::map<std::string, const measurement*> slowest;
    for (const measurement& each : measurements_)
    {
      if (each.row != one.name)
      {
        continue;
      }
      const measurement*& slow = slowest[each.who];
      if (slow == nullptr || each.bytes / each.seconds < slow->bytes / slow->seconds)
      {
        slow = &each;
      }
      if (each.who != library)
      {
        continue;
      }
      wrong = wrong || each.check == "WRONG";
      checked = checked && each.check == "right";
      const double other = other_rate(each, one.against);
      const double this_ratio = other > 0 ? each.bytes / each.seconds / other : 0;
      if (worst == nullptr || (this_ratio > 0 && (ratio == 0 || this_ratio < ratio)))
      {
        worst = &each;
        ratio = this_ratio;
      }
    }
    if (slowest.empty())
    {
      return;
    }
    const bool judged = worst != nullptr && ratio > 0 && one.must > 0;
    out << "| " << one.name << " | " << (worst != nullptr ? worst->input : "-") << " | "
        << (worst != nullptr ? shown(*worst, one.shown) : "-") << " | "
        << (ratio > 0 ? printed("%.3f", ratio) : "-") << " | " << one.against << " | "
        << (one.must > 0 ? printed("%.2f", one.must) : "-") << " | "
        << (one.aim > 0 ? printed("%.2f", one.aim) : "-") << " | "
        << (!judged                           ? "-"
            : ratio < one.must                ? "NO"
            : one.aim > 0 && ratio >= one.aim ? "aim"
                                              : "must")
        << " | "
        << (worst == nullptr ? "-"
            : wrong          ? "WRONG"
            : checked        ? "right"
                             : "-")
        << " |";
    for_each_peer([&](const std::string& who) {
      const auto found = slowest.find(who);
      out << " " << (found == slowest.end() ? "-" : shown(*found->second, one.shown)) << " |";
    });
    out << "\n";
  }

  std::vector<std::pair<std::string, std::string>> about_;
  std::map<std::string, double> limits_;
  std::vector<row> rows_;
  std::vector<std::string> who_;
  std::vector<measurement> measurements_;
};

} // namespace benchmarks
