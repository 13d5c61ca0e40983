// The interleaving as a table: threads side by side, time downwards, one row per step.
//
//      main                      |    main.0
//   -----------------------------+--------------------------------
//      8 read balance = 0        |
//                                | >* 8 read balance = 0
//                                |    9 write balance = 10 (was 0)
//   >  9 write balance = 20      |
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "report/explain.h"
#include "report/source_text.h"

namespace heddle {

struct TableStyle {
  size_t width = 80;
  bool unicode = false;
  bool full = false;  // every row and as many threads as there are
};

// One line of the table, cut into pieces that a terminal paints differently.
struct TableLine {
  struct Piece {
    std::string text;
    enum Kind : uint8_t { kPlain, kThread, kDim, kFailure } kind = kPlain;
    ThreadId thread = 0;  // kThread: whose colour
  };
  std::vector<Piece> pieces;
};

struct Table {
  std::vector<TableLine> lines;
  bool marks_switches = false, marks_decisive = false;  // a legend is due
  bool shows_source = false;                            // the text of source lines stands beside
  std::vector<SourcePlace> places;                      // of the rows shown, each line once, in order of appearance
};

Table make_table(const Explanation& explanation, const TableStyle& style, SourceText& source);

struct Marks {
  const char *switched, *decisive, *failed, *bar, *line, *cross, *gap;
};
const Marks& marks(bool unicode);

}  // namespace heddle
