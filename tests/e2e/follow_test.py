"""Values that are followed in native code (src/instrument/follow.h): which questions programs ask. tools/fuzz-follow looks at random ones."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

from tool import HEDDLE, ROOT, run_env

FRAME = """#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
int x, y;
atomic_int a;
{before}
static void *reads(void *unused) {{
  {body}
  return 0;
}}
static void *writes(void *unused) {{
  x = 1;
  a = 1;
  y = 2;
  return 0;
}}
int main(void) {{
  pthread_t s, t;
  pthread_create(&s, 0, reads, 0);
  pthread_create(&t, 0, writes, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}}
"""
