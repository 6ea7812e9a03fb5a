import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SwitchRow } from '../../../components/switch-row.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { toastError } from '../../../lib/toast-error.ts';
import type { OwnedProject } from '../../projects/api/list-projects.ts';
import { useUpdateProject } from '../use-update-project.ts';

/** Every switch of the page: the card it stands in, its words, and the field of the configuration it writes. */
export const flagCards = {
  methods: {
    credential_enabled: 'credentialEnabled',
    magic_link_enabled: 'magicLinkEnabled',
    passkey_enabled: 'passkeyEnabled',
  },
  users: {
    sign_up_enabled: 'signUpEnabled',
    client_user_deletion_enabled: 'clientUserDeletionEnabled',
    client_team_creation_enabled: 'clientTeamCreationEnabled',
    create_team_on_sign_up: 'createTeamOnSignUp',
  },
  keys: { allow_user_api_keys: 'allowUserApiKeys', allow_team_api_keys: 'allowTeamApiKeys' },
  development: { allow_localhost: 'allowLocalhost' },
} as const;

type CardId = keyof typeof flagCards;

export const FlagsCard = ({ project, card }: { project: OwnedProject; card: CardId }) => {
  const { t } = useTranslation('settings');
  return (
    <Card flush title={t(`${card}.title`)} description={t(`${card}.description`)}>
      <div className="divide-y divide-line [&>*]:px-5">
        {Object.entries(flagCards[card]).map(([words, field]) => (
          <FlagRow key={field} project={project} words={`${card}.${words}`} field={field} />
        ))}
      </div>
    </Card>
  );
};

interface FlagRowProps {
  project: OwnedProject;
  words: string;
  field: keyof OwnedProject['config'];
}

/** Shows the new state at once and goes back to the old one when it could not be saved. */
const FlagRow = ({ project, words, field }: FlagRowProps) => {
  const { t } = useTranslation('settings');
  const update = useUpdateProject(project);
  const [pending, setPending] = useState<boolean>();
  const translate = t as (key: string) => string;
  const change = async (checked: boolean): Promise<void> => {
    setPending(checked);
    try {
      await update({ config: { [field]: checked } });
    } catch (error) {
      toastError(error, t('switch_failed'));
    }
    setPending(undefined);
  };
  return (
    <SwitchRow
      label={translate(words)}
      help={translate(`${words}_help`)}
      checked={pending ?? Boolean(project.config[field])}
      onCheckedChange={(checked) => void change(checked)}
    />
  );
};
