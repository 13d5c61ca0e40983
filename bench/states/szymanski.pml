/* As szymanski.c. */
byte flag[N], inside;

active [N] proctype work() {
  byte k, seen, waits;
  do
  :: flag[_pid] = 1;
     k = 0;
     do
     :: k < N -> seen = flag[k];
        if
        :: seen < 3 -> k++
        :: else
        fi
     :: k == N -> break
     od;
     flag[_pid] = 3;
     k = 0; waits = 0;
     do
     :: k < N -> seen = flag[k]; waits = waits || seen == 1; k++
     :: k == N -> break
     od;
     if
     :: waits ->
        flag[_pid] = 2;
        k = 0;
        do
        :: seen = flag[k];
           if
           :: seen == 4 -> break
           :: else -> k = (k + 1) % N
           fi
        od
     :: else
     fi;
     flag[_pid] = 4;
     k = 0;
     do
     :: k < _pid -> seen = flag[k];
        if
        :: seen < 2 -> k++
        :: else
        fi
     :: k == _pid -> break
     od;
     atomic { inside++; seen = inside };
     assert(seen == 1);
     inside--;
     k = _pid + 1;
     do
     :: k < N -> seen = flag[k];
        if
        :: seen == 2 || seen == 3
        :: else -> k++
        fi
     :: k == N -> break
     od;
     flag[_pid] = 0
  od
}
