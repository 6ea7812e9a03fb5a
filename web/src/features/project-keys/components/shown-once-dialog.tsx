import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { FirstViewKey } from '../api/create-project-key.ts';
import { KeyValues } from './key-values.tsx';

export interface ShownOnceDialogProps {
  projectId: string;
  projectKey: FirstViewKey;
  onClose: () => void;
}

/** Stays until its reader says that the keys are stored. */
export const ShownOnceDialog = ({ projectId, projectKey, onClose }: ShownOnceDialogProps) => {
  const { t } = useTranslation(['project_keys', 'common']);
  const id = useId();
  const [stored, setStored] = useState(false);
  return (
    <Dialog
      open
      sticky
      onOpenChange={() => undefined}
      title={t('shown_once.title')}
      description={t('shown_once.description')}
      className="max-w-xl"
      footer={
        <div className="flex flex-1 flex-wrap items-center justify-between gap-3">
          <label htmlFor={id} className="flex items-center gap-2 text-sm text-fg">
            <Checkbox id={id} checked={stored} onCheckedChange={(checked) => setStored(checked === true)} />
            {t('shown_once.acknowledge')}
          </label>
          <Button variant="primary" disabled={!stored} onClick={onClose}>
            {t('common:done')}
          </Button>
        </div>
      }
    >
      <KeyValues projectId={projectId} projectKey={projectKey} />
    </Dialog>
  );
};
