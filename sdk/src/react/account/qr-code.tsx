import type { ReactElement } from 'react';
import { encode } from 'uqr';

/** One path for all dark squares, so that it stays sharp at any size. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

/** Dark on light in both modes: many cameras do not read it the other way round. */
export const QrCode = ({ text, label }: { text: string; label: string }): ReactElement => {
  const { data, size } = encode(text, { border: 3, ecc: 'M' });
  return (
    <svg className="portico-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
};
