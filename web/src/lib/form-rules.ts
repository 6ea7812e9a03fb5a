import { z } from 'zod';
import { i18n } from '../i18n/i18n.ts';

/** The checks that several forms share, with their words. */
export const requiredText = (max: number) =>
  z.string().trim().min(1, i18n.t('validation.required')).max(max, i18n.t('validation.too_long', { max }));

export const optionalText = (max: number) =>
  z.string().trim().max(max, i18n.t('validation.too_long', { max }));

export const emailText = () =>
  z.string().trim().min(1, i18n.t('validation.required')).email(i18n.t('validation.email'));

export const passwordText = () =>
  z.string().min(8, i18n.t('validation.password_min')).max(70, i18n.t('validation.password_max'));
