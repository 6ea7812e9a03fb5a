import { useId, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from '../translation.tsx';
import type { AuthMethod, AuthMethodProps } from './auth-method.ts';

interface FormTabsProps extends AuthMethodProps {
  methods: readonly AuthMethod[];
}

/** The forms of the page: the only one as it is, several as tabs moved through with the arrow keys. */
export const FormTabs = ({ methods, ...props }: FormTabsProps): ReactElement | null => {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState(methods[0]?.id);
  const current = methods.find((method) => method.id === chosen) ?? methods[0];
  if (!current) return null;
  if (methods.length === 1) return <current.Component {...props} />;

  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const index = (methods.indexOf(current) + step + methods.length) % methods.length;
    setChosen(methods[index]?.id);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };

  return (
    <>
      <div role="tablist" className="portico-tabs" onKeyDown={move}>
        {methods.map((method) => (
          <button
            key={method.id}
            id={`${id}-${method.id}`}
            type="button"
            role="tab"
            aria-selected={method === current}
            aria-controls={`${id}-panel`}
            tabIndex={method === current ? 0 : -1}
            onClick={() => setChosen(method.id)}
          >
            {method.tab ? t(method.tab) : method.id}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.id}`}>
        <current.Component {...props} />
      </div>
    </>
  );
};
