package brine.entity.erasure.internal

import brine.entity.erasure.MasterKey
import java.security.{GeneralSecurityException, SecureRandom}
import javax.crypto.Cipher
import javax.crypto.spec.{GCMParameterSpec, SecretKeySpec}

/** A master key in memory: AES-256-GCM, with a random nonce before the encrypted key. */
private[erasure] final class LocalMasterKey(val name: String, bytes: Array[Byte]) extends MasterKey:
  import LocalMasterKey.*

  private val secret = SecretKeySpec(bytes, "AES")
  private val random = SecureRandom()

  def wrap(key: Array[Byte], context: Array[Byte]): Array[Byte] =
    val nonce = new Array[Byte](Nonce)
    random.nextBytes(nonce)
    nonce ++ cipher(Cipher.ENCRYPT_MODE, nonce, context).doFinal(key)

  def unwrap(wrapped: Array[Byte], context: Array[Byte]): Array[Byte] =
    if wrapped.length < Nonce then throw GeneralSecurityException(s"${wrapped.length} bytes are no encrypted key")
    cipher(Cipher.DECRYPT_MODE, wrapped.take(Nonce), context).doFinal(wrapped, Nonce, wrapped.length - Nonce)

  private def cipher(mode: Int, nonce: Array[Byte], context: Array[Byte]): Cipher =
    val cipher = Cipher.getInstance("AES/GCM/NoPadding")
    cipher.init(mode, secret, GCMParameterSpec(128, nonce))
    cipher.updateAAD(context)
    cipher

  override def toString: String = s"the master key '$name'"

private object LocalMasterKey:
  private inline val Nonce = 12
