import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The accessibility problems of a page that keep somebody from using it, each with where it is. */
export const findProblems = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};
