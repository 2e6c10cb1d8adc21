export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Reference to an attachment: its maker and the input. The file is created when the mail is sent. */
export interface Attach {
  /** For example `invoice`. */
  readonly maker: string;
  readonly of: Readonly<Record<string, number>>;
}

export type AttachmentMaker = (of: Attach['of']) => Promise<MailAttachment>;

/** Registry of attachment makers by name. */
export class Attachments {
  readonly #makers = new Map<string, AttachmentMaker>();

  add(name: string, maker: AttachmentMaker): void {
    this.#makers.set(name, maker);
  }

  /** Returns no file if no such maker is registered. */
  async make(attach: Attach | undefined): Promise<MailAttachment[]> {
    const maker = attach && this.#makers.get(attach.maker);
    return maker ? [await maker(attach.of)] : [];
  }
}
