import { EngineError } from '../../engine.ts';
import type { ReadStatement } from '../driver.ts';

export const readStatement: ReadStatement = async () => {
  throw new EngineError('refused', 'Statements cannot be read yet.');
};
