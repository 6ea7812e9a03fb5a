'use client';

import type { ReactElement } from 'react';
import { AuthPage } from './auth-page.tsx';
import type { AuthPageProps } from './auth-page.tsx';

export type SignUpProps = Omit<AuthPageProps, 'type' | 'mockProject'>;

export const SignUp = (props: SignUpProps): ReactElement => <AuthPage {...props} type="sign-up" />;
