import { Event } from '@portico/proto/events/v1/event';
import { expect, it } from 'vitest';
import { messageReader } from './proto-reader.ts';

const nested = (levels: number): unknown => (levels === 0 ? 'deep' : { inner: nested(levels - 1) });

it('Metadata of the deepest nesting that the wire takes travels unharmed.', () => {
  const data = nested(500);
  const bytes = Event.encode(Event.fromPartial({ id: 'e', data })).finish();
  expect(Event.decode(messageReader(bytes)).data).toEqual(data);
});
