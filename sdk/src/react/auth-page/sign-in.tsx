'use client';

import type { ReactElement } from 'react';
import { AuthPage } from './auth-page.tsx';
import type { AuthPageProps } from './auth-page.tsx';

export type SignInProps = Omit<AuthPageProps, 'type' | 'noPasswordRepeat'>;

export const SignIn = (props: SignInProps): ReactElement => <AuthPage {...props} type="sign-in" />;
