'use client';

import { Suspense } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { AuthSkeleton } from '../auth-page/auth-skeleton.tsx';
import {
  BackIcon,
  BellIcon,
  DevicesIcon,
  KeyIcon,
  PersonIcon,
  PlusIcon,
  SettingsIcon,
  ShieldIcon,
} from '../icons.tsx';
import { usePorticoApp } from '../provider.tsx';
import { StepUp } from '../step-up/step-up.tsx';
import { Scope } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';
import { AuthSection } from './auth-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { useHash } from './use-hash.ts';

const icons = {
  Contact: PersonIcon,
  ShieldCheck: ShieldIcon,
  Bell: BellIcon,
  Monitor: DevicesIcon,
  Key: KeyIcon,
  Settings: SettingsIcon,
  CirclePlus: PlusIcon,
} as const;

export interface AccountSettingsItem {
  title: string;
  /** Also the part of the address after `#`. */
  id: string;
  content: ReactNode;
  icon?: ReactNode;
  iconName?: keyof typeof icons;
}

export interface AccountSettingsProps {
  fullPage?: boolean;
  /** Pages of yours, after the kit's own. */
  extraItems?: AccountSettingsItem[];
}

/** Everything users may change about their accounts. Sends whoever is not signed in to the sign-in page. */
export const AccountSettings = (props: AccountSettingsProps): ReactElement => (
  <StepUp>
    <Suspense fallback={<AuthSkeleton fullPage={props.fullPage} />}>
      <Settings {...props} />
    </Suspense>
  </StepUp>
);

const useItems = (extraItems: AccountSettingsItem[]): [AccountSettingsItem, ...AccountSettingsItem[]] => {
  const { t } = useTranslation();
  return [
    { id: 'profile', title: t('Profile'), iconName: 'Contact', content: <ProfileSection /> },
    { id: 'auth', title: t('Emails and sign-in'), iconName: 'ShieldCheck', content: <AuthSection /> },
    { id: 'sessions', title: t('Sessions'), iconName: 'Monitor', content: <SessionsSection /> },
    ...extraItems,
    { id: 'settings', title: t('Settings'), iconName: 'Settings', content: <LeaveSection /> },
  ];
};

const ItemIcon = ({ item }: { item: AccountSettingsItem }): ReactNode => {
  if (item.icon !== undefined) return item.icon;
  const Icon = icons[item.iconName ?? 'Contact'];
  return <Icon />;
};

const Settings = ({ fullPage = false, extraItems = [] }: AccountSettingsProps): ReactElement => {
  usePorticoApp().useUser({ or: 'redirect' });
  const { t } = useTranslation();
  const hash = useHash();
  const items = useItems(extraItems);
  const chosen = items.find(({ id }) => id === hash);
  const current = chosen ?? items[0];
  const Root = fullPage ? 'main' : 'div';
  return (
    <Scope style={fullPage ? { minHeight: '100dvh' } : undefined} className="portico-account-page">
      <Root className="portico-account" data-chosen={chosen !== undefined}>
        <nav aria-label={t('Account settings')}>
          <h1>{t('Account settings')}</h1>
          <ul>
            {items.map((item) => (
              <li key={item.id}>
                <a href={`#${item.id}`} aria-current={item === current ? 'page' : undefined}>
                  <ItemIcon item={item} />
                  {item.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="portico-account-content">
          <a href="#" className="portico-account-back">
            <BackIcon />
            {t('Account settings')}
          </a>
          <Suspense key={current.id} fallback={<SectionSkeleton />}>
            {current.content}
          </Suspense>
        </div>
      </Root>
    </Scope>
  );
};

const SectionSkeleton = (): ReactElement => {
  const { t } = useTranslation();
  return (
    <div className="portico-setting portico-skeleton" role="status" aria-busy="true">
      <span className="portico-hidden">{t('Loading')}</span>
      <i style={{ width: '40%' }} />
      <i />
    </div>
  );
};
