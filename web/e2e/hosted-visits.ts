import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, openPage } from './browser.ts';
import type { Look, WatchedPage } from './browser.ts';
import { createHostedProject } from './hosted-project.ts';
import type { HostedProject, ProjectConfig } from './hosted-project.ts';
import { hostedVisitor } from './hosted-visitor.ts';

/**
 * A browser and a hosted project for the tests of a file: it takes passwords and mail, and what `config` adds.
 * A new visit is by somebody nobody knows yet, and ends the one before.
 */
export const visitHostedProject = (config: ProjectConfig = {}) => {
  let browser: Browser | undefined;
  let created: HostedProject | undefined;
  let visit: WatchedPage | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
    created = await createHostedProject('Harbor Notes', {
      credentialEnabled: true,
      magicLinkEnabled: true,
      allowLocalhost: true,
      ...config,
    });
  });
  afterAll(() => browser?.close());

  const project = (): HostedProject => created!;
  /** A visit besides the other one. */
  const openElsewhere = (look?: Look): Promise<WatchedPage> => openPage(browser!, { look });
  const newVisit = async (look?: Look): Promise<Page> => {
    await visit?.close();
    visit = await openElsewhere(look);
    return visit.page;
  };
  return { project, newVisit, openElsewhere, ...hostedVisitor(project) };
};
