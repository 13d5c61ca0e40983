/* As ticket_lock.c. */
byte next, now, inside;

active [N] proctype work() {
  byte mine, seen;
  do
  :: atomic { mine = next % (2 * N); next++ };
     if
     :: mine == 2 * N - 1 -> next = next - 2 * N
     :: else
     fi;
     do
     :: seen = now;
        if
        :: seen == mine -> break
        :: else
        fi
     od;
     atomic { inside++; seen = inside };
     assert(seen == 1);
     inside--;
     now = (mine + 1) % (2 * N)
  od
}
