/** Addresses that every way to hand one over has to judge alike. */
export const REFUSED_ADDRESSES = [
  'test@localhost',
  'test@gmail',
  'test@gmail.a',
  'test@gmail.com.a',
  'test.@example.com',
  'test..test@example.com',
  '.test@example.com',
  '',
];

/** What stands before the unique part of an address, and after it. */
export const ACCEPTED_ADDRESSES = [
  ['a', '@example.com'],
  ['a.b', '@example.com'],
  ['throwaway.mail+token', '@example.com'],
  ['test-account', '@weird-domain.net'],
  ['admin', '@a.longtldexample'],
] as const;
