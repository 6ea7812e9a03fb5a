import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

interface Severity {
  /** Those too that are a nuisance only. */
  readonly minor?: boolean;
}

/** The accessibility problems of a page that keep somebody from using it, each with where it is. */
export const findProblems = async (page: Page, { minor = false }: Severity = {}): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => minor || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};
