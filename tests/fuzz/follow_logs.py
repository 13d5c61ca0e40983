"""Reads what a worker logs of its runs (src/worker/follow_log.h), and checks it."""

(CONSTANT, REGISTER, ADD, SUB, MUL, UDIV, SDIV, UREM, SREM, AND, OR, XOR, SHL, LSHR, ASHR, EQUAL, ULESS, SLESS, TRUNCATE, ZEXT,
 SEXT, BSWAP, POPCOUNT, CLZ, CTZ, SELECT, PAIR) = range(27)


def signed(v, w):
    return v - (1 << w) if v >> (w - 1) & 1 else v


class Terms:
    def __init__(self):
        self.terms = {}
        self.keys = {}

    def add(self, fields):
        number, op, width, a, b, c, value = (int(f) for f in fields)
        self.terms[number] = (op, width, a, b, c, value)

    def key(self, n):
        """What a term says, without the numbers of this run."""
        if n == 0:
            return None
        if n not in self.keys:
            op, width, a, b, c, value = self.terms[n]
            if op in (CONSTANT, REGISTER):
                self.keys[n] = (op, width, value)
            else:
                self.keys[n] = hash((op, width) + tuple(self.key(x) for x in (a, b, c) if x))
        return self.keys[n]

    def value(self, n, registers):
        op, w, a, b, c, value = self.terms[n]
        mask = (1 << w) - 1
        if op == CONSTANT:
            return value
        if op == REGISTER:
            return registers[value] & mask
        wa = self.terms[a][1]
        x = self.value(a, registers)
        y = self.value(b, registers) if b else 0
        if op == SELECT:
            return self.value(b, registers) if x else self.value(c, registers)
        sx, sy = signed(x, wa), signed(y, wa)
        quotient = lambda: abs(sx) // abs(sy) * (1 if (sx < 0) == (sy < 0) else -1)
        result = {
            ADD: lambda: x + y, SUB: lambda: x - y, MUL: lambda: x * y, UDIV: lambda: x // y, UREM: lambda: x % y,
            SDIV: quotient, SREM: lambda: sx - sy * quotient(), AND: lambda: x & y, OR: lambda: x | y, XOR: lambda: x ^ y,
            SHL: lambda: x << y, LSHR: lambda: x >> y, ASHR: lambda: sx >> y, EQUAL: lambda: x == y, ULESS: lambda: x < y,
            SLESS: lambda: sx < sy, TRUNCATE: lambda: x, ZEXT: lambda: x, SEXT: lambda: sx,
            BSWAP: lambda: int.from_bytes(x.to_bytes(w // 8, "little"), "big"), POPCOUNT: lambda: bin(x).count("1"),
            CLZ: lambda: w - x.bit_length(), CTZ: lambda: (x & -x).bit_length() - 1 if x else w,
        }[op]()
        return int(result) & mask


CREATE = 2
OPS = {"read": 4, "write": 5, "rmw": 6}
FAILED, UNUSED, AFTER_AWAIT, SCHEDULED = 2, 4, 8, 16


def runs_of(log):
    run = {"terms": Terms(), "items": []}
    for line in log.read_text(errors="replace").splitlines():
        kind, *fields = line.split(" ")
        if kind == "T":
            run["terms"].add(fields)
        elif kind == "E":
            run["items"].append(("E",) + tuple(int(f) for f in fields))
        elif kind == "Q":
            run["items"].append(("Q",) + tuple(int(f) for f in fields))
        elif kind == "R":
            run["outcome"], run["grew"] = int(fields[0]), fields[1] == "1"
            run["reason"] = " ".join(fields[2:]).strip()
            yield run
            run = {"terms": Terms(), "items": []}


class Wrong(Exception):
    pass


def check_values(run):
    """Each term evaluates to the value that was seen."""
    registers = {}
    terms = run["terms"]
    for item in run["items"]:
        mine = registers.setdefault(item[1], [])
        if item[0] == "Q":
            _, thread, term, answer = item
            if terms.value(term, mine) != answer:
                raise Wrong(f"thread {thread}: the answer {answer} is not the value of its term, {terms.value(term, mine)}")
            continue
        _, thread, op, flags, order, place, length, read, written, fills, term = item
        if fills:
            if fills != len(mine) + 1:
                raise Wrong(f"thread {thread}: fills register {fills - 1}, not {len(mine)}")
            mine.append(read)
        if not term:
            continue
        kind, _, a, b, _, _ = terms.terms[term]
        if kind == PAIR:
            expected, desired = terms.value(a, mine), terms.value(b, mine)
            if (read == expected) == bool(flags & FAILED) or written != (expected if flags & FAILED else desired):
                raise Wrong(f"thread {thread}: a compare-exchange of {expected} and {desired} found {read}, wrote {written}")
        elif terms.value(term, mine) != written:
            raise Wrong(f"thread {thread}: wrote {written}, and the term says {terms.value(term, mine)}")


def check_paths(run, tree):
    """What comes next is a function of what was told and asked."""
    at = {}
    terms = run["terms"]
    for item in run["items"]:
        node = at.setdefault(item[1], ("begin", item[1]))
        if item[0] == "Q":
            _, thread, term, answer = item
            what, told = ("Q", terms.key(term)), answer
        else:
            _, thread, op, flags, order, place, length, read, written, fills, term = item
            untold = op == OPS["write"] or flags & UNUSED or fills
            told = (None if untold else read, flags & FAILED)
            says = terms.key(term) if term else None
            const = written if op == OPS["write"] and not term else None
            what = ("E", op, flags & ~(FAILED | SCHEDULED | AFTER_AWAIT), 0 if flags & FAILED else order, place, length, bool(fills), says, const)
            if op not in OPS.values():
                what = ("E", op, place, length)
            if op == OPS["rmw"]:
                what = what[:3] + what[4:]
        known = tree.setdefault(node, what)
        if known != what:
            raise Wrong(f"thread {item[1]} did two things after the same answers: {known} and {what}")
        at[item[1]] = hash((node, told))
        if item[0] == "E" and item[2] == CREATE:
            at[item[5]] = ("begin", item[5], item[7])  # what it was started with


def seen_in(event, name):
    """Without what differs because one build has more code: addresses, and what lay on a stack before."""
    _, thread, op, flags, _, place, length, read, written, *_ = event
    word = lambda value: "address" if length == 8 and value > 1 << 20 and value < 1 << 40 else value
    values = () if op not in OPS.values() else (word(written),) if op == OPS["write"] else (word(read), word(written))
    return (thread, op, flags, name.setdefault(place, len(name)), length) + values


def same_events(plain, followed):
    for number, (a, b) in enumerate(zip(plain, followed)):
        names = ({}, {})
        seen = []
        for run, name in zip((a, b), names):
            events = [i for i in run["items"] if i[0] == "E"]
            seen.append([seen_in(e, name) for e in events])
        if seen[0] != seen[1]:
            first = next((i for i, (x, y) in enumerate(zip(*seen)) if x != y), min(len(seen[0]), len(seen[1])))
            raise Wrong(f"run {number}: event {first} is {seen[1][first:first + 1]} followed and {seen[0][first:first + 1]} plain")
