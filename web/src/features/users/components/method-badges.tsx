import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/ui/badge.tsx';
import type { ProjectUser } from '../api/list-users.ts';
import { signInMethods } from '../sign-in-methods.ts';

/** More than these would not fit the column. */
const SHOWN = 2;

export const MethodBadges = ({ user }: { user: ProjectUser }) => {
  const { t } = useTranslation('users');
  const methods = signInMethods(user);
  const hidden = methods.length - SHOWN;
  if (user.isAnonymous) return <Badge tone="warn">{t('anonymous')}</Badge>;
  if (methods.length === 0) return <span className="text-subtle">{t('methods.none')}</span>;
  return (
    <span className="flex gap-1 overflow-hidden">
      {methods.slice(0, hidden === 1 ? undefined : SHOWN).map(({ id, provider }) => (
        <Badge key={id}>
          {provider ? (
            <span className="capitalize">{id}</span>
          ) : (
            t(`methods.${id as 'password' | 'otp' | 'passkey'}`)
          )}
        </Badge>
      ))}
      {hidden > 1 && <Badge>+{hidden}</Badge>}
    </span>
  );
};
