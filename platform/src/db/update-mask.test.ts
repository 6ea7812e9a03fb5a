import { describe, expect, it } from 'vitest';
import { StatusError } from '../errors.ts';
import { applyMask } from './update-mask.ts';

const allowed = ['display_name', 'client_metadata'];
const row = () => ({
  display_name: 'Ann' as string | null,
  client_metadata: { a: 1 } as unknown,
  password_hash: 'h',
});

describe('applying an update mask', () => {
  it('keeps what the mask does not name, whatever the message says', () => {
    const target = row();
    expect(applyMask(target, { display_name: 'Bob' }, [], allowed)).toEqual([]);
    expect(target).toEqual(row());
  });

  it('sets to null what the mask names and the message lacks', () => {
    const target = row();
    expect(applyMask(target, { display_name: undefined }, ['display_name'], allowed)).toEqual([
      'display_name',
    ]);
    expect(target.display_name).toBeNull();
  });

  it('writes values and reports only those that differ', () => {
    const target = row();
    const message = { display_name: 'Bob', client_metadata: { a: 1 } };
    expect(applyMask(target, message, ['display_name', 'client_metadata'], allowed)).toEqual([
      'display_name',
    ]);
    expect(target).toMatchObject(message);
  });

  it('refuses a field that is not writable with status 400 and changes nothing', () => {
    const target = row();
    const apply = () => applyMask(target, { password_hash: 'x' }, ['password_hash'], allowed);
    expect(apply).toThrow(StatusError);
    expect(apply).toThrow('password_hash');
    expect(target).toEqual(row());
  });
});
