import { DomainError } from '#kernel';

export const keyDestroyed = (): DomainError =>
  new DomainError('KEY_STORE.DESTROYED', 'The key was destroyed and is not made again.', { kind: 'refused' });

export const unsafePermissions = (mode: number): DomainError =>
  new DomainError('KEY_STORE.UNSAFE_PERMISSIONS', 'Others on this machine could read the keys.', {
    kind: 'unavailable',
    rule: 'The folder of the keys has mode 0700 and the key files 0600.',
    mode: (mode & 0o777).toString(8).padStart(4, '0'),
  });

export const keyUnreadable = (): DomainError =>
  new DomainError('KEY_STORE.DAMAGED', 'A key file does not hold a key; restore it from the backup of the keys.', {
    kind: 'unavailable',
  });

export const unsealable = (): DomainError =>
  new DomainError('KEY_STORE.UNSEALABLE', 'The sealed text was altered, or it was sealed with another key.', {
    kind: 'refused',
  });
