'use client';

import { useRouter } from 'next/navigation';
import { extendFramework } from '../tokens/framework.ts';

const useNavigate = (): ((to: string) => void) => {
  const router = useRouter();
  return (to) => router.push(to);
};

extendFramework({ useNavigate });
