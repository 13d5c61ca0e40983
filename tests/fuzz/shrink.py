"""Makes a program that shows a difference smaller, as long as it still does: threads, statements and blocks are taken out."""
import copy


def smaller(program):
    """Programs with one thing less, large things first."""
    for i in range(len(program.threads) - 1, -1, -1):
        if len(program.threads) > 1:
            p = copy.deepcopy(program)
            del p.threads[i]
            p.after = [s for s in p.after if "out[" not in str(s)]
            yield p
    if program.options:
        p = copy.deepcopy(program)
        p.options = ()
        yield p
    for b, body in enumerate(program.bodies()):
        for path in paths(body):
            for keep in (False, True):  # a whole block, then only its first and last line
                p = copy.deepcopy(program)
                if take_out(p.bodies()[b], path, keep):
                    yield p


def paths(body):
    for i, s in enumerate(body):
        yield (i,)
        if not isinstance(s, str):
            yield from ((i, *rest) for rest in paths(s[1]))


def take_out(body, path, keep_inside):
    for i in path[:-1]:
        body = body[i][1]
    s = body[path[-1]]
    if keep_inside and isinstance(s, str):
        return False
    body[path[-1]:path[-1] + 1] = s[1] if keep_inside else []
    return True


def shrink(program, still_fails, most=150):
    """The smallest program found. `still_fails` is asked at most so often."""
    asked, shrunk = 0, True
    while shrunk and asked < most:
        shrunk = False
        for p in smaller(program):
            asked += 1
            if still_fails(p):
                program, shrunk = p, True
                break
            if asked >= most:
                break
    return program
