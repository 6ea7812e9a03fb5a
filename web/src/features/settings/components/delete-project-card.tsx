import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { projectsQuery } from '../../projects/api/list-projects.ts';
import type { OwnedProject } from '../../projects/api/list-projects.ts';

export const DeleteProjectCard = ({ project }: { project: OwnedProject }) => {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const name = project.displayName;
  const remove = async (): Promise<void> => {
    await project.delete();
    await navigate({ to: '/projects' });
    client.removeQueries({ queryKey: ['projects', project.id] });
    await client.refetchQueries(projectsQuery);
    toast.success(t('danger.deleted', { name }));
  };
  return (
    <>
      <Card
        tone="danger"
        title={t('danger.title')}
        description={t('danger.description')}
        footer={
          <Button variant="danger-quiet" onClick={() => setOpen(true)}>
            {t('danger.action')}
          </Button>
        }
      />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('danger.confirm_title', { name })}
        description={t('danger.confirm_description')}
        typed={name}
        confirmLabel={t('danger.action')}
        onConfirm={remove}
      />
    </>
  );
};
