import { beforeEach, describe, expect, test } from 'vitest';
import { Draft } from '../../src/lib/draft.svelte';

beforeEach(() => sessionStorage.clear());

describe('what somebody is typing', () => {
  test('survives a reload of the page', () => {
    new Draft('table').text = 'One moment';
    expect(new Draft('table').text).toBe('One moment');
    expect(new Draft('other').text).toBe('');
  });

  test('is gone once it was sent and heard', () => {
    const draft = new Draft('table');
    draft.text = 'Hello';
    draft.said('Hello');
    draft.heard('Hello');
    draft.restore();
    expect(draft.text).toBe('');
  });

  test('comes back where it did not arrive, before what was typed since', () => {
    const draft = new Draft('table');
    draft.said('Hello');
    draft.text = 'again';
    draft.restore();
    expect(draft.text).toBe('Hello again');
  });

  test('is gone where it was heard although the answer got lost', () => {
    const draft = new Draft('table');
    draft.said('Hello');
    draft.restore();
    draft.heard('Hello');
    expect(draft.text).toBe('');
  });
});
