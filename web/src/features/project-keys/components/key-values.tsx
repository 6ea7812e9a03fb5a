import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { CodeBlock } from '../../../components/ui/code-block.tsx';
import { SecretField } from '../../../components/ui/secret-field.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { runtimeConfig } from '../../../config/runtime-config.ts';
import type { FirstViewKey } from '../api/create-project-key.ts';
import { curlSnippet, envSnippet, sdkSnippet } from '../key-snippets.ts';

export interface KeyValuesProps {
  projectId: string;
  projectKey: FirstViewKey;
}

/** The values of a new key set, and the code that uses them. */
export const KeyValues = ({ projectId, projectKey }: KeyValuesProps) => {
  const { t } = useTranslation('project_keys');
  const keys = {
    api_url: runtimeConfig.api_url,
    project_id: projectId,
    publishable_client_key: projectKey.publishableClientKey,
    secret_server_key: projectKey.secretServerKey,
    super_secret_admin_key: projectKey.superSecretAdminKey,
  };
  const env = envSnippet(keys);
  return (
    <div className="space-y-6">
      <div className="space-y-4">
        <SecretField label={t('shown_once.project_id')} value={projectId} revealed />
        {keys.publishable_client_key && (
          <SecretField label={t('shown_once.client_key')} value={keys.publishable_client_key} revealed />
        )}
        {keys.secret_server_key && (
          <SecretField label={t('shown_once.server_key')} value={keys.secret_server_key} />
        )}
        {keys.super_secret_admin_key && (
          <SecretField label={t('shown_once.admin_key')} value={keys.super_secret_admin_key} />
        )}
        <Button icon={<Download />} asChild>
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${env}\n`)}`} download="portico.env">
            <Download /> {t('shown_once.download')}
          </a>
        </Button>
      </div>
      <Tabs
        label={t('shown_once.how')}
        items={[
          {
            id: 'sdk',
            label: t('shown_once.sdk'),
            content: <CodeBlock title="portico.ts" code={sdkSnippet(keys)} />,
          },
          {
            id: 'curl',
            label: t('shown_once.curl'),
            content: <CodeBlock title={t('shown_once.curl')} code={curlSnippet(keys)} />,
          },
          { id: 'env', label: t('shown_once.env'), content: <CodeBlock title=".env" code={env} /> },
        ]}
      />
    </div>
  );
};
