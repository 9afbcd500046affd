import { describe, expect, it } from 'vitest';
import { OnceEach } from '../../src/lib/onceEach';

describe('answers that are asked for once', () => {
  it('are kept for each key', async () => {
    const known = new OnceEach<string>();
    let asked = 0;
    const ask = (key: string) => known.get(key, () => Promise.resolve(`${key} ${++asked}`));
    expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  });

  it('are asked for again after a failure', async () => {
    const known = new OnceEach<string>();
    await expect(known.get('a', () => Promise.reject(new Error('offline')))).rejects.toThrow();
    expect(await known.get('a', () => Promise.resolve('here'))).toBe('here');
  });
});
