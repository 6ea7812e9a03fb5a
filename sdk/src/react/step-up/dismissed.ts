/** Somebody decided against a change, so nobody has to be told that it was not made. */
export class Dismissed extends Error {
  constructor() {
    super('Dismissed.');
    this.name = 'Dismissed';
  }
}
