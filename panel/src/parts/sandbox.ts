import { createContext, useContext } from 'react';

/** True where requests are simulated. The frame sets it; pages whose requests are real in the sandbox unset it. */
export const Sandbox = createContext(false);

export function useSandbox(): boolean {
  return useContext(Sandbox);
}
