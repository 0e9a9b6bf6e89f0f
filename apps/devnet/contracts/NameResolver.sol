// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title NameResolver
/// @notice Resolves all names below a node by asking a Latchkey server (ENSIP-10, ERC-3668). An answer counts when one of
/// the signers signed it for this contract and this question, until it expires.
contract NameResolver {
    /// @dev ERC-3668.
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error NotOwner();
    error AnswerExpired(uint64 expires);
    error SignerUnknown(address signer);

    event OwnerChanged(address owner);
    event UrlsChanged(string[] urls);
    event SignerChanged(address indexed signer, bool isSigner);

    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    address public owner;
    mapping(address signer => bool) public isSigner;
    string[] public urls;

    constructor(address owner_) {
        owner = owner_;
        emit OwnerChanged(owner_);
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    function setOwner(address owner_) external onlyOwner {
        owner = owner_;
        emit OwnerChanged(owner_);
    }

    /// @param urls_ Where the server answers, with `{sender}` and `{data}` as ERC-3668 has it.
    function setUrls(string[] calldata urls_) external onlyOwner {
        delete urls;
        for (uint256 at = 0; at < urls_.length; at++) urls.push(urls_[at]);
        emit UrlsChanged(urls_);
    }

    function setSigner(address signer, bool isSigner_) external onlyOwner {
        if (signer == address(0)) revert SignerUnknown(signer);
        isSigner[signer] = isSigner_;
        emit SignerChanged(signer, isSigner_);
    }

    /// @dev ERC-165: itself and ENSIP-10.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x9061b923;
    }

    /// @param name The name in the form of DNS.
    /// @param data What is asked, such as `addr(bytes32)`.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory question = abi.encodeCall(this.resolve, (name, data));
        revert OffchainLookup(address(this), urls, question, this.resolveWithProof.selector, question);
    }

    /// @param response `abi.encode(bytes result, uint64 expires, bytes signature)`.
    /// @param question What was asked.
    function resolveWithProof(bytes calldata response, bytes calldata question) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert AnswerExpired(expires);
        bytes32 digest =
            keccak256(abi.encodePacked(hex"1900", address(this), expires, keccak256(question), keccak256(result)));
        address signer = recover(digest, signature);
        if (!isSigner[signer]) revert SignerUnknown(signer);
        return result;
    }

    /// @dev The zero address, which is never a signer, for what is no signature.
    function recover(bytes32 digest, bytes memory signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
        return uint256(s) > HALF_ORDER ? address(0) : ecrecover(digest, v, r, s);
    }
}
