/** A file that goes with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** What is to be attached, by whoever makes it and what it is made of. The file itself is made when the mail is sent. */
export interface Attach {
  /** `invoice` */
  readonly maker: string;
  readonly of: Readonly<Record<string, number>>;
}

export type AttachmentMaker = (of: Attach['of']) => Promise<MailAttachment>;

/** Who makes files for mail, by name. */
export class Attachments {
  readonly #makers = new Map<string, AttachmentMaker>();

  add(name: string, maker: AttachmentMaker): void {
    this.#makers.set(name, maker);
  }

  /** None where nobody makes such a file here. */
  async make(attach: Attach | undefined): Promise<MailAttachment[]> {
    const maker = attach && this.#makers.get(attach.maker);
    return maker ? [await maker(attach.of)] : [];
  }
}
