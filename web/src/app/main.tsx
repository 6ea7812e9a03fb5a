import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../i18n/i18n.ts';
import '../styles/app.css';
import { Root } from './root.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

createRoot(root).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
