import { useState } from 'react';

export type Factor = 'totp' | 'recovery';

/** Why the last code was not taken; `over`: the sign-in has to start again. */
export type Problem = 'wrong' | 'over' | { readonly thrown: unknown };

export interface FactorEntry {
  readonly factor: Factor;
  readonly problem: Problem | null;
  submit(code: string): Promise<void>;
  /** Somebody is typing again. */
  edit(): void;
  takeOther(): void;
}

/** The state of a question for the second factor, by whichever means. `check` answers why the code is not taken. */
export const useFactorEntry = (
  check: (factor: Factor, code: string) => Promise<Problem | null>,
): FactorEntry => {
  const [factor, setFactor] = useState<Factor>('totp');
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    factor,
    problem,
    submit: async (code) => {
      setProblem(null);
      try {
        setProblem(await check(factor, code));
      } catch (thrown) {
        setProblem({ thrown });
      }
    },
    edit: () => setProblem(null),
    takeOther: () => {
      setProblem(null);
      setFactor(factor === 'totp' ? 'recovery' : 'totp');
    },
  };
};
