import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card, DescriptionList, DescriptionRow } from '../../../components/ui/card.tsx';
import { CopyableId } from '../../../components/ui/copy-button.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import type { UserCardProps } from '../user-card-props.ts';

export const FactsCard = ({ user }: Pick<UserCardProps, 'user'>) => {
  const { t } = useTranslation('users');
  return (
    <Card flush title={t('detail.facts')}>
      <DescriptionList>
        <DescriptionRow term={t('detail.id')}>
          <CopyableId full value={user.id} label={t('detail.copy_id')} />
        </DescriptionRow>
        <DescriptionRow term={t('detail.email')}>
          {user.primaryEmail ?? t('no_email')}
          {user.primaryEmail && (
            <Badge tone={user.primaryEmailVerified ? 'ok' : 'warn'}>
              {t(user.primaryEmailVerified ? 'verified' : 'unverified')}
            </Badge>
          )}
        </DescriptionRow>
        <DescriptionRow term={t('detail.signed_up')}>
          <RelativeTime at={user.signedUpAt} />
        </DescriptionRow>
        <DescriptionRow term={t('detail.last_active')}>
          <RelativeTime at={user.lastActiveAt} />
        </DescriptionRow>
      </DescriptionList>
    </Card>
  );
};
