import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import type { OwnedProject } from '../../projects/api/list-projects.ts';
import { userQuery } from '../api/get-user.ts';
import { usersKey } from '../api/list-users.ts';
import type { ProjectUser } from '../api/list-users.ts';
import { userName } from '../user-name.ts';

export interface DeleteUserDialogProps {
  project: OwnedProject;
  user: ProjectUser | undefined;
  onClose: () => void;
  onDeleted?: () => Promise<void>;
}

export const DeleteUserDialog = ({ project, user, onClose, onDeleted }: DeleteUserDialogProps) => {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const name = user ? userName(user) : '';
  const remove = async (target: ProjectUser): Promise<void> => {
    await target.delete();
    await onDeleted?.();
    client.removeQueries(userQuery(project, target.id));
    await client.invalidateQueries({ queryKey: usersKey(project) });
    toast.success(t('delete.deleted'));
  };
  return (
    <ConfirmDialog
      open={user !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('delete.title', { name })}
      description={t('delete.description')}
      typed={user && (user.primaryEmail ?? user.displayName ?? user.id)}
      confirmLabel={t('delete.action')}
      onConfirm={async () => user && (await remove(user))}
    />
  );
};
