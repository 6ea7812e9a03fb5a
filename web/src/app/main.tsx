import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../i18n/i18n.ts';
import '../styles/app.css';
import { Root } from './root.tsx';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
