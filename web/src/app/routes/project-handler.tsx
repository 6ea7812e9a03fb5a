import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { findClientKey } from '../../features/hosted-pages/client-key.ts';
import { HandlerFrame } from '../../features/hosted-pages/handler-frame.tsx';
import { hostedApp } from '../../features/hosted-pages/hosted-app.ts';
import { KeyForm } from '../../features/hosted-pages/key-form.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { Centred } from './handler.tsx';

const route = getRouteApi('/projects/$projectId/handler/$');

/** The same pages for any project, for those who have no app of their own yet. */
export const ProjectHandlerPage = () => {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const location = useLocation();
  useTitle();
  const key = findClientKey(projectId);
  return (
    <Centred footer={t('hosted.footer')}>
      {key ? (
        <HandlerFrame app={hostedApp(projectId, key)} location={location.pathname} />
      ) : (
        <div className="w-full max-w-[400px]">
          <KeyForm />
        </div>
      )}
    </Centred>
  );
};
