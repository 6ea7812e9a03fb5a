import account from './en/account.json' with { type: 'json' };
import inbox from './en/inbox.json' with { type: 'json' };
import project_keys from './en/project_keys.json' with { type: 'json' };
import projects from './en/projects.json' with { type: 'json' };
import settings from './en/settings.json' with { type: 'json' };
import shell from './en/shell.json' with { type: 'json' };
import users from './en/users.json' with { type: 'json' };
import { i18n } from './i18n.ts';

export const adminMessages = { account, inbox, project_keys, projects, settings, shell, users };

for (const [namespace, messages] of Object.entries(adminMessages)) {
  i18n.addResourceBundle('en', namespace, messages);
}
