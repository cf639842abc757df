import { DomainError } from '#kernel';

export const keyDestroyed = (): DomainError =>
  new DomainError('KEY_STORE.DESTROYED', 'The key was destroyed and is not made again.', { kind: 'refused' });

export const unsafePermissions = (mode: number): DomainError =>
  new DomainError('KEY_STORE.UNSAFE_PERMISSIONS', 'Others on this machine could read the keys.', {
    kind: 'unavailable',
    rule: 'The folder of the keys has mode 0700; the key files and the file of the master keys have 0600 or less.',
    mode: (mode & 0o777).toString(8).padStart(4, '0'),
  });

export const keyUnreadable = (): DomainError =>
  new DomainError(
    'KEY_STORE.DAMAGED',
    'A key file does not hold the key it should; restore it from the backup of the keys.',
    { kind: 'unavailable' },
  );

export const bareKeyAmongWrapped = (): DomainError =>
  new DomainError('KEY_STORE.BARE_KEY', 'A key file without its wrapping lies among wrapped ones.', {
    kind: 'unavailable',
    rule: 'Bare keys are taken over once. For keys restored from an older backup, set "wrapped" to false in the file of the master keys and start again.',
  });

export const unknownMaster = (masterId: string): DomainError =>
  new DomainError('KEY_STORE.UNKNOWN_MASTER', 'A key is wrapped under a master key that is not in the ring.', {
    kind: 'unavailable',
    rule: 'Keys and the file of their master keys are restored from one and the same backup.',
    masterId,
  });

export const ringMissing = (): DomainError =>
  new DomainError(
    'KEY_STORE.RING_MISSING',
    'The file of the master keys is not there, and there are keys that only it opens. No new one is made over them.',
    { kind: 'unavailable', rule: 'Restore the file, or name the right one in OUTFALL_MASTER_KEY_FILE.' },
  );

export const ringDamaged = (): DomainError =>
  new DomainError('KEY_STORE.RING_DAMAGED', 'The file of the master keys does not hold master keys.', {
    kind: 'unavailable',
    rule: 'Restore it from its backup; nothing was changed.',
  });

export const notTheRingOfThisFolder = (): DomainError =>
  new DomainError('KEY_STORE.OTHER_RING', 'The file of the master keys belongs to another folder of keys.', {
    kind: 'unavailable',
    rule: 'Each folder of keys has a file of master keys of its own.',
  });

export const ringNotWritable = (): DomainError =>
  new DomainError('KEY_STORE.RING_NOT_WRITABLE', 'The file of the master keys cannot be written here.', {
    kind: 'unavailable',
    rule: 'Making and rotating master keys needs the file in a folder that this account may write; a read-only credential is made and rotated where it comes from.',
  });

export const rotationRunning = (): DomainError =>
  new DomainError('KEY_STORE.ROTATION_RUNNING', 'Another process is rotating the master key.', { kind: 'conflict' });

export const unsealable = (): DomainError =>
  new DomainError('KEY_STORE.UNSEALABLE', 'The sealed text was altered, or it was sealed with another key.', {
    kind: 'refused',
  });
