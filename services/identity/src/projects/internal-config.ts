import type { IdentityConfig } from '../config.ts';
import type { ConfigObject } from '../config/config-node.ts';

const seats = (quantity: number): ConfigObject => ({
  dashboard_admins: { quantity, repeat: 'never', expires: 'when-purchase-expires' },
});

const monthly = (USD: string): ConfigObject => ({
  monthly: { USD, interval: [1, 'month'], serverOnly: false },
});

const product = (displayName: string, more: ConfigObject): ConfigObject => ({
  displayName,
  customerType: 'team',
  serverOnly: false,
  ...more,
});

const plan = (displayName: string, more: ConfigObject): ConfigObject =>
  product(displayName, { catalogId: 'plans', stackable: false, ...more });

const payments: ConfigObject = {
  'payments.catalogs.plans': { displayName: 'Plans' },
  'payments.items.dashboard_admins': { displayName: 'Dashboard admins', customerType: 'team' },
  'payments.products.free': plan('Free', { prices: 'include-by-default', includedItems: seats(1) }),
  'payments.products.team': plan('Team', { prices: monthly('49'), includedItems: seats(3) }),
  'payments.products.growth': plan('Growth', { prices: monthly('299'), includedItems: seats(5) }),
  'payments.products.extra-admins': product('Extra admins', {
    stackable: true,
    isAddOnTo: { team: true, growth: true },
    prices: monthly('49'),
    includedItems: seats(1),
  }),
};

/** Members of teams that own projects see one another; only admins of such a team change it. */
const permissions: ConfigObject = {
  'rbac.permissions.team_member': {
    description: 'Works on the projects of the team',
    scope: 'team',
    containedPermissionIds: { $read_members: true },
  },
  'rbac.permissions.team_admin': {
    description: 'Manages the team and its projects',
    scope: 'team',
    containedPermissionIds: { $read_members: true, $remove_members: true, $update_team: true },
  },
};

const providers = (list: string): ConfigObject => {
  const ids = list.split(',').map((id) => id.trim()).filter((id) => id !== ''); // prettier-ignore
  return Object.fromEntries(
    ids.map((id) => [id, { type: id, isShared: true, allowSignIn: true, allowConnectedAccounts: true }]),
  );
};

/** Stored once, when the project is created. */
export const firstInternalConfig = (config: IdentityConfig): ConfigObject => ({
  'auth.password.allowSignIn': true,
  'auth.oauth.providers': providers(config.PORTICO_INTERNAL_OAUTH_PROVIDERS),
});

const isLocal = (url: URL): boolean =>
  url.hostname === 'localhost' || url.hostname.endsWith('.localhost') || url.hostname.startsWith('127.');

const webDomain = (web_url: string): ConfigObject => {
  const url = URL.canParse(web_url) ? new URL(web_url) : undefined;
  if (!url || isLocal(url)) return {};
  return { 'domains.trustedDomains.web': { baseUrl: url.origin, handlerPath: '/handler' } };
};

/** Stored at every start. */
export const reappliedInternalConfig = (config: IdentityConfig, web_url: string): ConfigObject => ({
  'auth.allowSignUp': config.PORTICO_INTERNAL_ALLOW_SIGN_UP,
  'auth.otp.allowSignIn': config.PORTICO_INTERNAL_ALLOW_OTP,
  'domains.allowLocalhost': config.PORTICO_INTERNAL_ALLOW_LOCALHOST,
  'teams.createPersonalTeamOnSignUp': true,
  'teams.allowClientTeamCreation': true,
  'dataVault.stores.neon-connection-strings': { displayName: 'Connection strings' },
  ...webDomain(web_url),
  ...permissions,
  ...payments,
});
