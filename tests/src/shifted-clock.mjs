/** Loaded into a server before its own code: its clock runs ahead by the milliseconds that a file holds. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

const file = process.env.TESTS_CLOCK_FILE ?? '';
const READ_EVERY_MILLIS = 10;
const RealDate = Date;
let read_at = 0;
let ahead = 0;

const now = () => {
  const real = RealDate.now();
  if (real - read_at >= READ_EVERY_MILLIS) {
    read_at = real;
    ahead = Number(readFileSync(file, 'utf8'));
  }
  return real + ahead;
};

class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
}

globalThis.Date = ShiftedDate;
