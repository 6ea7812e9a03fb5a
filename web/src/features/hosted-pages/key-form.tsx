import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { withClientKey } from './client-key.ts';

/** Asks for the one thing an address without a key lacks. */
export const KeyForm = () => {
  const { t } = useTranslation();
  const [key, setKey] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <Card title={t('hosted.title')} description={t('hosted.description')}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim() === '') return setMissing(true);
          window.location.replace(withClientKey(key.trim()));
        }}
      >
        <Field label={t('hosted.key')} error={missing ? t('validation.required') : undefined}>
          {(control) => (
            <Input
              {...control}
              value={key}
              autoFocus
              spellCheck={false}
              className="font-mono"
              placeholder="pck_…"
              onChange={(event) => {
                setKey(event.target.value);
                setMissing(false);
              }}
            />
          )}
        </Field>
        <Button type="submit" variant="primary">
          {t('hosted.open')}
        </Button>
      </form>
    </Card>
  );
};
