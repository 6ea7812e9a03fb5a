import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import type { ActiveSession } from '../../users/user-sessions.ts';
import { Button } from '../form/button.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { DevicesIcon } from '../icons.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';
import { ConfirmButton, SettingsCard } from './settings-card.tsx';

const placeOf = ({ geoInfo }: ActiveSession): string | undefined =>
  [geoInfo?.cityName, geoInfo?.countryCode].filter(Boolean).join(', ') || geoInfo?.ip;

export const SessionsSection = (): ReactElement => {
  const user = usePorticoApp().useUser({ or: 'redirect' });
  const { t } = useTranslation();
  const [sessions, setSessions] = useState<ActiveSession[]>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    user.getActiveSessions().then(setSessions, setFailure);
  }, [user]);

  const others = sessions?.filter(({ isCurrentSession }) => !isCurrentSession) ?? [];
  const revoke = async (ended: readonly ActiveSession[]): Promise<void> => {
    await Promise.all(ended.map(({ id }) => user.revokeSession(id)));
    setSessions(await user.getActiveSessions());
  };
  return (
    <SettingsCard title={t('Sessions')} description={t('Where you are signed in.')}>
      <FormFailure error={failure} />
      {!sessions && failure === undefined && (
        <div className="portico-skeleton" role="status" aria-busy="true">
          <span className="portico-hidden">{t('Loading')}</span>
          <i />
          <i />
        </div>
      )}
      <ul className="portico-rows">
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} onRevoke={() => revoke([session])} />
        ))}
      </ul>
      {others.length > 0 && (
        <ConfirmButton
          label={t('Sign out everywhere else')}
          question={t('All other sessions will end.')}
          confirmLabel={t('Sign out everywhere else')}
          onConfirm={() => revoke(others)}
        />
      )}
    </SettingsCard>
  );
};

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const SessionRow = ({
  session,
  onRevoke,
}: {
  session: ActiveSession;
  onRevoke: () => Promise<void>;
}): ReactElement => {
  const { t } = useTranslation();
  const place = placeOf(session) ?? t('Unknown place');
  return (
    <li className="portico-row">
      <span className="portico-row-text" data-stacked="true">
        <DevicesIcon />
        <span>
          {place} {session.isCurrentSession && <span className="portico-badge">{t('This session')}</span>}
          <span className="portico-help portico-block">
            {t('Signed in {date}', { date: dateFormat.format(session.createdAt) })}
            {session.lastUsedAt &&
              ` · ${t('Last used {date}', { date: dateFormat.format(session.lastUsedAt) })}`}
          </span>
        </span>
      </span>
      {!session.isCurrentSession && (
        <Button variant="secondary" label={`${t('End session')}: ${place}`} onClick={onRevoke}>
          {t('End session')}
        </Button>
      )}
    </li>
  );
};
