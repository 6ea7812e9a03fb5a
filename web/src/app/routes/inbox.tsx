import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';
import { InboxPanel } from '../../features/inbox/components/inbox-panel.tsx';

const route = getRouteApi('/shell/inbox');

export const InboxPage = () => {
  const { t } = useTranslation('inbox');
  const { to } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={t('title')} description={t('description')}>
      <InboxPanel
        to={to}
        onFilter={(next) => void navigate({ search: next ? { to: next } : {}, replace: true })}
      />
    </Page>
  );
};
