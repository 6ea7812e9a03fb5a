import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';
import { DeleteAccountCard, SignOutCard } from '../../features/account/components/leave-cards.tsx';
import { PasswordCard } from '../../features/account/components/password-card.tsx';
import { PasskeyCard } from '../../features/account/components/passkey-card.tsx';
import { ProfileCard } from '../../features/account/components/profile-card.tsx';
import { SessionsCard } from '../../features/account/components/sessions-card.tsx';
import { TotpCard } from '../../features/account/components/totp-card.tsx';

const route = getRouteApi('/shell/owner/account');

export const AccountPage = () => {
  const { t } = useTranslation('account');
  const { owner } = route.useRouteContext();
  return (
    <Page title={t('title')} description={t('description')} narrow>
      <div className="space-y-6">
        <ProfileCard owner={owner} />
        <PasswordCard owner={owner} />
        <PasskeyCard owner={owner} />
        <TotpCard owner={owner} />
        <SessionsCard owner={owner} />
        <SignOutCard />
        <DeleteAccountCard owner={owner} />
      </div>
    </Page>
  );
};
